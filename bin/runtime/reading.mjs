import { readFile } from 'node:fs/promises'
import { EXIT, Failure } from '../command-line/failure.mjs'
import { client } from './client.mjs'
import { argument, seedOf } from './command-line.mjs'
import { stateOf } from './facts.mjs'
import { say } from './plain.mjs'

/** Text of a file that somebody named. @param {string} file */
export const textOf = async (file) => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Failure(EXIT.usage, `${file} cannot be read (${/** @type {any} */ (error).code})`)
  }
}

/** A spread by name, or the script of a file. @param {string} named */
export const scriptOf = async (named) =>
  /[./\\]/.test(named) ? { script: await textOf(named) } : { spreadType: named }

/** Where the receipt of an inscribed reading is, as a line of its own. @param {any} reading */
export const receiptLine = ({ receipt }) =>
  receipt ? `\nReceipt ${receipt.hash}\n${receipt.verifyUrl}\nruntime replay ${receipt.hash} does it again.\n` : ''

/** @type {import('./command-line.mjs').Command} */
export const runSpread = async (flags, env, rest) => {
  const asked = await scriptOf(argument('run', 'a spread (see runtime spreads) or a script', rest))
  const state = stateOf(flags.state)
  const body = {
    ...asked,
    querent: { intention: flags.intention, state },
    seed: seedOf(flags.seed),
    inscribe: flags.inscribe,
    lenient: flags.lenient,
  }
  const runtime = client(flags, env)
  if (flags.check) {
    const checked = await runtime.call('POST', '/run?dry_run=true', body)
    return say(flags, checked, () => {
      const decks = checked.decks.map((/** @type {any} */ deck) => `${deck.name}@${deck.version}`)
      return `${checked.spread.name} is sound: ${checked.asks.length} asks, decks ${decks.join(', ') || 'none'}`
    })
  }
  const reading = await runtime.call('POST', '/run', body)
  for (const warning of reading.warnings ?? []) console.error(`runtime: ${warning.message}`)
  say(flags, reading, () => `${reading.output.trimEnd()}\n${receiptLine(reading)}`.trimEnd())
}

/** @type {import('./command-line.mjs').Command} */
export const spreads = async (flags, env) => {
  const answer = await client(flags, env).call('GET', '/spreads')
  say(flags, answer, () =>
    answer.spreads
      .map((/** @type {any} */ { name, version, title }) => `${name.padEnd(22)} ${version}  ${title}`)
      .join('\n'),
  )
}
