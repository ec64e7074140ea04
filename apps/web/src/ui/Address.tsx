/** A mail address in a narrow column: it breaks behind the @ rather than inside a word. */
export function Address({ email }: { email: string }) {
  const at = email.indexOf('@') + 1
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
