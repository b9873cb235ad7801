import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EXIT, Failure } from '../command-line/failure.mjs'
import { client } from './client.mjs'
import { argument } from './command-line.mjs'
import { say } from './plain.mjs'

/** The program that does a reading again without asking anybody; it needs Node 24. */
const PROGRAM = fileURLToPath(new URL('../replay.mjs', import.meta.url))
const OWN_NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

/** @param {string} hash @param {import('./command-line.mjs').Flags} flags @param {NodeJS.ProcessEnv} env */
const verified = async (hash, flags, env) => {
  const verdict = await client(flags, env).call('GET', `/verify/${hash}`)
  const checks = Object.entries(verdict.checks)
  say(flags, verdict, () =>
    [
      verdict.valid ? `valid, a receipt of kind ${verdict.kind}` : 'NOT VALID',
      ...checks.map(([name, { status, detail }]) => `  ${name.padEnd(10)} ${status.padEnd(8)} ${detail}`),
    ].join('\n'),
  )
  if (!verdict.valid || verdict.checks.replay?.status === 'fail') process.exitCode = EXIT.failed
}

/** @type {import('./command-line.mjs').Command} */
export const replay = async (flags, env, rest) => {
  const named = argument('replay', 'a file or the hash of a receipt', rest)
  if (/^[0-9a-f]{64}$/.test(named)) return verified(named, flags, env)
  const node = Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : OWN_NODE
  if (!existsSync(PROGRAM) || !existsSync(node))
    throw new Failure(EXIT.usage, `Doing it again here needs Node 24: npx @signet/replay ${named}`)
  const { status } = spawnSync(node, [PROGRAM, named, ...(flags.json ? ['--json'] : [])], { stdio: 'inherit' })
  process.exitCode = status ?? EXIT.failed
}
