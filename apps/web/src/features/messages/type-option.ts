type NamedType = { name: string; translations?: Record<string, string> | undefined }

/** A choice of a message type in the user's language; its value is the name that is stored. */
export const toTypeOption = ({ name, translations }: NamedType, language: string) => ({
  value: name,
  label: translations?.[language] || name,
})
