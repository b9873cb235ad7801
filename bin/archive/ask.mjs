import { client } from './client.mjs'
import { argument } from './command-line.mjs'

/** @typedef {(flags: import('./command-line.mjs').Flags, env: NodeJS.ProcessEnv, rest: string[]) => Promise<void>} Command */

/** Archived text may hold what moves a terminal's cursor. @param {string} text */
const plain = (text) => text.replace(/(?!\n)\p{Cc}/gu, ' ')

/** @type {Command} */
export const search = async (flags, env, rest) => {
  const q = argument('search', 'words to look for', rest)
  const { limit, from, to, vendor } = flags
  const asked = Object.entries({ q, limit, from, to, vendor }).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(/** @type {[string, string][]} */ (asked))
  const answer = await client(flags, env).call('GET', `/api/search?${query}`)
  if (flags.json) return console.log(JSON.stringify(answer))
  for (const { conversation, score, hits } of answer.results) {
    console.log(`${score.toFixed(2)}  ${plain(conversation.title)}  ${conversation.id}`)
    for (const { snippet } of hits) console.log(`      ${plain(snippet.text).replace(/\s+/g, ' ')}`)
  }
  if (answer.results.length === 0) console.log('nothing was found')
}

/** @type {Command} */
export const ask = async (flags, env, rest) => {
  const question = argument('ask', 'a question', rest)
  const said = await client(flags, env).call('POST', '/api/chat', { question, history: [] })
  if (flags.json) return console.log(JSON.stringify(said))
  console.log(plain(said.answer))
  for (const { id, title, quote, conversationId } of said.citations) {
    console.log(`\n[${id}] ${plain(title)} (${conversationId})\n    ${plain(quote)}`)
  }
}
