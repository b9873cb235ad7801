import { Buffer } from 'node:buffer'
import type * as z from 'zod'
import type { VendorAnswer } from './vendor.ts'
import { brokenAnswer } from './vendor-fault.ts'

/** Parses the response as JSON; undefined if it is not JSON, such as an HTML page of a proxy. */
export const jsonOf = ({ body }: VendorAnswer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Parses a successful response by the used part of its schema.
 * @throws VendorFault if it is not JSON or does not match
 */
export const answerAs = <S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> => {
  const parsed = schema.safeParse(jsonOf(answer))
  if (!parsed.success) throw brokenAnswer('answer_not_of_the_documented_form')
  return parsed.data
}

/** Parses an error response leniently: an unexpected form counts as empty. */
export const errorAs = <S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> | undefined =>
  schema.safeParse(jsonOf(answer)).data

/** @throws VendorFault if the text is empty */
export const bytesOfBase64 = (text: string): Buffer => {
  const bytes = Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64')
  if (bytes.byteLength === 0) throw brokenAnswer('empty_image')
  return bytes
}
