import type * as z from 'zod'

export type Send = (init: RequestInit) => Promise<Response>

/** Failure of Amazon Comprehend. The error omits the response, which can repeat the text. */
export class ComprehendFault extends Error {
  override readonly name = 'ComprehendFault'
}

const TIMEOUT_MS = 15_000

/** Calls an operation with the AWS JSON 1.1 protocol. @throws ComprehendFault */
export const callComprehend = async <S extends z.ZodType>(
  send: Send,
  operation: 'BatchDetectSentiment' | 'DetectPiiEntities',
  { input, schema }: { readonly input: object; readonly schema: S },
): Promise<z.output<S>> => {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Comprehend_20171127.${operation}` },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }
  const answer = await send(request).catch(() => {
    throw new ComprehendFault(`${operation}: no response`)
  })
  const text = await answer.text()
  if (!answer.ok) throw new ComprehendFault(`${operation} answered ${answer.status}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ComprehendFault(`${operation} returned invalid JSON`)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ComprehendFault(`${operation} returned an unexpected response`)
  return parsed.data
}
