import { client } from './client.mjs'
import { argument } from './command-line.mjs'
import { readable } from './progress-bar.mjs'
import { report, watch } from './watch.mjs'

/** @typedef {(flags: import('./command-line.mjs').Flags, env: NodeJS.ProcessEnv, rest: string[]) => Promise<void>} Command */

/** @type {Command} */
export const status = async (flags, env, rest) => {
  const id = encodeURIComponent(argument('status', 'the id of an upload', rest))
  const archive = client(flags, env)
  report(flags.wait ? await watch(archive, id) : await archive.call('GET', `/api/uploads/${id}/status`), flags)
}

/** @type {Command} */
export const uploads = async (flags, env) => {
  const archive = client(flags, env)
  const page = await archive.call('GET', '/api/uploads?limit=100')
  if (flags.json) return console.log(JSON.stringify(page))
  for (const { id, name, bytes, state, ingestion, createdAt } of page.uploads) {
    console.log(
      `${id}  ${createdAt.slice(0, 16)}  ${readable(bytes).padStart(9)}  ${(ingestion ?? state).padEnd(21)}  ${name}`,
    )
  }
}

/** @type {Command} */
export const remove = async (flags, env, rest) => {
  const id = encodeURIComponent(argument('delete', 'the id of an upload', rest))
  const gone = await client(flags, env).call('DELETE', `/api/uploads/${id}`)
  console.log(flags.json ? JSON.stringify(gone) : `${gone.id}: ${gone.state}`)
}
