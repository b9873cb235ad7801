/** Phrases by which texts try to give orders to an assistant. Each pattern is linear. */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|your|system)\b[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|messages?)\b/i,
  /\b(?:system prompt|developer message|jailbreak|you are now (?:in|a|an|the)|new instructions?:)/i,
  /\b(?:reveal|print|repeat|exfiltrate|send)\b[^.\n]{0,40}\b(?:system prompt|secrets?|api keys?|passwords?|your instructions)\b/i,
]

const isOrder = (line: string): boolean => ORDERS.some((pattern) => pattern.test(line))

/** A passage without lines that give orders to a reader; undefined if only its header remains. */
export const withoutOrders = (text: string): string | undefined => {
  const [header = '', ...lines] = text.split('\n')
  const harmless = lines.filter((line) => !isOrder(line))
  return harmless.some((line) => line.trim() !== '') ? [header, ...harmless].join('\n') : undefined
}
