import * as z from 'zod'

/**
 * Text without lone surrogates, which UTF-8 would change when the text is stored and hashed. The pattern has the same
 * meaning with the flag u, as in JSON Schema, and without it.
 */
export const wellFormedText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^(?:[^\uD800-\uDFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF])*$/u, 'must be well-formed Unicode')

/** Refused characters, as ranges: validators of JSON Schema without the flag u do not support `\p{…}`. */
const REFUSED = String.raw`\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uD800-\uDFFF`
const LINE = new RegExp(`^(?:[^${REFUSED}]|[\\uD800-\\uDBFF][\\uDC00-\\uDFFF])*$`, 'u')

/**
 * One line of text that is displayed as written in pages, mails and logs: without lone surrogates, control characters,
 * line breaks and characters that change the text direction. Joiners are allowed, because names and emoji need them.
 */
export const lineText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(
      LINE,
      'must be well-formed Unicode, without control characters and characters that change the text direction',
    )

/** A name of a person or a thing: a line that is not empty. */
export const nameText = (max: number) => lineText(max).min(1).regex(/\S/, 'must not be empty')
