import type * as z from 'zod'

/** Removes a Markdown code fence, because models add one even when instructed not to. */
const withoutCodeFence = (text: string): string => text.trim().replace(/^```(?:json)?\s*\n([\s\S]*)\n```$/, '$1')

export const jsonAnswer = <Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> | undefined => {
  try {
    return schema.safeParse(JSON.parse(withoutCodeFence(text))).data
  } catch {
    return undefined
  }
}
