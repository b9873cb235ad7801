import * as z from 'zod'

/**
 * Text without lone surrogates, which UTF-8 would change when it is stored and hashed. The pattern means the same with
 * the flag u, as in JSON Schema, and without it.
 */
export const wellFormedText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^(?:[^\uD800-\uDFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF])*$/u, 'must be well-formed Unicode')

/** As ranges, because validators of JSON Schema without the flag u do not know classes of properties. */
const REFUSED = String.raw`\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uD800-\uDFFF`
const LINE = new RegExp(`^(?:[^${REFUSED}]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$`, 'u')

/**
 * Text that stands on one line and as it was written, in pages, mails and logs: without lone surrogates, control
 * characters, ends of lines and characters that turn the direction of what follows. Joiners stay: names and emoji need
 * them.
 */
export const lineText = (max: number) =>
  z.string().max(max).regex(LINE, 'must be well-formed Unicode, without control characters and changes of direction')

/** A name that people give to something, themselves included: a line that is not empty. */
export const nameText = (max: number) => lineText(max).min(1).regex(/\S/, 'must not be empty')
