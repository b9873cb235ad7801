import { Buffer } from 'node:buffer'
import type * as z from 'zod'
import type { VendorResponse } from './vendor.ts'
import { unusableResponse } from './vendor-fault.ts'

/** Parses the response as JSON; undefined if it is not JSON, such as an HTML page of a proxy. */
export const jsonOf = ({ body }: VendorResponse): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Parses a successful response by a schema of the fields that are used.
 * @throws VendorFault if it is not JSON or does not match
 */
export const parseResponse = <S extends z.ZodType>(schema: S, answer: VendorResponse): z.output<S> => {
  const parsed = schema.safeParse(jsonOf(answer))
  if (!parsed.success) throw unusableResponse('response_not_in_documented_format')
  return parsed.data
}

/** Parses an error response leniently: returns undefined if it does not match. */
export const parseErrorResponse = <S extends z.ZodType>(schema: S, answer: VendorResponse): z.output<S> | undefined =>
  schema.safeParse(jsonOf(answer)).data

/** @throws VendorFault if the text is empty */
export const bytesOfBase64 = (text: string): Buffer => {
  const bytes = Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64')
  if (bytes.byteLength === 0) throw unusableResponse('empty_image')
  return bytes
}
