// Creating a formatter costs a hundred times as much as using it, so only this module creates them, each once.

function cached<Options, Format>(Formatter: new (language: string, options?: Options) => Format) {
  const formats = new Map<string, Format>()
  return (language: string, options?: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`
    const format = formats.get(key) ?? new Formatter(language, options)
    formats.set(key, format)
    return format
  }
}

/** Uses the browser's time zone unless the options name one. */
export const dateFormat = cached<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
export const numberFormat = cached<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
export const listFormat = cached<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat)
export const durationFormat = cached<Intl.DurationFormatOptions, Intl.DurationFormat>(Intl.DurationFormat)
export const relativeFormat = cached<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
)
