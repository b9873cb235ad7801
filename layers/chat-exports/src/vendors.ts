/** The program or vendor of an export; `thread` is any other list of messages. */
export const VENDORS = [
  'chatgpt',
  'claude',
  'deepseek',
  'gemini',
  'grok',
  'librechat',
  'mistral',
  'open-webui',
  'perplexity',
  'thread',
] as const
export type Vendor = (typeof VENDORS)[number]
