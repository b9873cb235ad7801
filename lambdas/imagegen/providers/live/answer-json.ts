import { Buffer } from 'node:buffer'
import type * as z from 'zod'
import type { VendorAnswer } from './vendor.ts'
import { brokenAnswer } from './vendor-fault.ts'

/** The answer as JSON; undefined when it is none, an HTML page of a proxy for example. */
export const jsonOf = ({ body }: VendorAnswer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * A successful answer read by the part of its schema that we use.
 *
 * @throws VendorFault when it is no JSON or not of that form
 */
export const answerAs = <S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> => {
  const parsed = schema.safeParse(jsonOf(answer))
  if (!parsed.success) throw brokenAnswer('answer_not_of_the_documented_form')
  return parsed.data
}

/** An error answer read leniently: what is not of the form is as if it said nothing. */
export const errorAs = <S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> | undefined =>
  schema.safeParse(jsonOf(answer)).data

/** @throws VendorFault when there is nothing in it */
export const bytesOfBase64 = (text: string): Buffer => {
  const bytes = Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64')
  if (bytes.byteLength === 0) throw brokenAnswer('empty_image')
  return bytes
}
