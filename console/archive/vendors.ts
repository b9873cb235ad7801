import type { ConversationSummary } from '../api/archive.ts'

export const VENDORS: Readonly<Record<ConversationSummary['vendor'], string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  deepseek: 'DeepSeek',
  gemini: 'Gemini',
  grok: 'Grok',
  librechat: 'LibreChat',
  mistral: 'Le Chat',
  'open-webui': 'Open WebUI',
  perplexity: 'Perplexity',
  thread: 'Other threads',
}
