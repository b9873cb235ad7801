import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts the system as the README says, asks for a draft with a demo key, fetches the image, and stops it with Ctrl-C. */
const [state = '.local-judge'] = process.argv.slice(2)
const LIMIT_MS = 60_000
const PORT = 4600

const stackFile = join(state, 'stack.json')
rmSync(stackFile, { force: true })
const began = Date.now()
const system = spawn('npm', ['start', '--', '--port', String(PORT), '--state', state], {
  stdio: 'inherit',
  detached: true,
})
const ended = new Promise<void>((resolve) => system.once('exit', () => resolve()))

try {
  while (!existsSync(stackFile)) {
    if (Date.now() - began > LIMIT_MS) throw new Error(`npm start was not ready within ${LIMIT_MS} ms`)
    await sleep(100)
  }
  const { urls, identities } = JSON.parse(readFileSync(stackFile, 'utf8'))
  const answer = await fetch(`${urls.images}/v2/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${identities.free.genKey}` },
    body: JSON.stringify({ prompt: 'a lighthouse at dusk', quality_tier: 'draft' }),
  })
  const job = (await answer.json()) as { state: string; asset_url: string }
  if (answer.status !== 201 || job.state !== 'completed')
    throw new Error(`Answered ${answer.status} ${JSON.stringify(job)}`)
  const image = await fetch(job.asset_url)
  const bytes = (await image.arrayBuffer()).byteLength
  if (!image.ok || bytes < 1000) throw new Error(`The image answered ${image.status} with ${bytes} bytes`)
  const ms = Date.now() - began
  if (ms > LIMIT_MS) throw new Error(`It took ${ms} ms`)
  console.log(`a draft image ${ms} ms after npm start`)
} finally {
  // The whole group: npm hands a signal on to nobody.
  if (system.pid) process.kill(-system.pid, 'SIGINT')
  await Promise.race([ended, sleep(15_000, undefined, { ref: false })])
}
