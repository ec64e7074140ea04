/** Tags of a DKIM or DMARC record (`v=DKIM1; k=rsa; p=…`), without blanks; of several with one name the first. */
export function tagsOf(record: string): Map<string, string> {
  const tags = new Map<string, string>()
  for (const part of record.split(';')) {
    const [, name = '', value = ''] = /^\s*([\w]+)\s*=(.*)$/s.exec(part) ?? []
    if (name !== '' && !tags.has(name)) tags.set(name, value.replace(/\s+/g, ''))
  }
  return tags
}
