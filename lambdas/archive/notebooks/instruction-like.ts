/** Words by which texts try to give orders to whoever reads them for a person. Each pattern is linear. */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|your|system)\b[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|messages?)\b/i,
  /\b(?:system prompt|developer message|jailbreak|you are now (?:in|a|an|the)|new instructions?:)/i,
  /\b(?:reveal|print|repeat|exfiltrate|send)\b[^.\n]{0,40}\b(?:system prompt|secrets?|api keys?|passwords?|your instructions)\b/i,
]

/** Whether a passage speaks to a model that reads it, rather than to a person. */
export const isInstructionLike = (text: string): boolean => ORDERS.some((pattern) => pattern.test(text))
