import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startStack } from '../../lib/local/stack.ts'
import type { Progress, Row } from './measure.ts'

const HANDLER = 'lambdas/flags/api/handler.ts'
const EDITS = 5
/** From a save to the first response of the changed function. README.md names it. */
const BOUND_MS = 2_000
const POLL_MS = 10
const RELOAD_LIMIT_MS = 30_000

/**
 * Measures how soon a running system responds with changed code: the slowest of some edits of a handler, against the
 * bound. Each edit adds a statement that logs when the module loads. The file is restored at the end.
 */
export const reloadBench = async (progress: Progress): Promise<Row[]> => {
  const root = join(import.meta.dirname, '../..')
  const file = join(root, HANDLER)
  const source = readFileSync(file, 'utf8')
  const state = mkdtempSync(join(tmpdir(), 'signet-reload-'))
  const logged: string[] = []
  const stack = await startStack({
    port: 0,
    state,
    watch: true,
    prebuild: false,
    log: (entry) => {
      if (entry.type === 'function') logged.push(entry.text)
    },
  })
  const timeEdit = async (marker: string): Promise<number> => {
    const began = performance.now()
    writeFileSync(file, `${source}\nconsole.log('${marker}')\n`)
    while (!logged.some((text) => text.includes(marker))) {
      if (performance.now() - began > RELOAD_LIMIT_MS) throw new Error(`${HANDLER} was changed, but never ran`)
      await (await fetch(`${stack.urls.flags}/health`)).arrayBuffer()
      await sleep(POLL_MS)
    }
    return performance.now() - began
  }
  try {
    await (await fetch(`${stack.urls.flags}/health`)).arrayBuffer()
    const times: number[] = []
    for (let edit = 1; edit <= EDITS; edit++) {
      progress(`edit ${edit} of ${EDITS}`)
      times.push(await timeEdit(`edit ${edit}`))
    }
    const ours = Math.max(...times)
    return [
      {
        bench: 'time until changed code responds, slowest edit',
        ours,
        rival: BOUND_MS,
        unit: 'ms',
        ratio: ours / BOUND_MS,
        budget: { atMost: 1 },
        note: 'the rival is the bound',
      },
    ]
  } finally {
    writeFileSync(file, source)
    await stack.stop()
    rmSync(state, { recursive: true, force: true })
  }
}
