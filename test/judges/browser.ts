import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { letsAgentIn } from './consent-page.ts'
import { judgeConsultations } from './console/consultations.ts'
import { judgeDrawn } from './console/drawn.ts'
import { judgeEvidence } from './console/evidence.ts'
import { judgeFlags } from './console/flags.ts'
import { judgeFlows } from './console/flows.ts'
import { judgeJourneys } from './console/journeys.ts'
import { violationsOf } from './console/look.ts'
import { judgeObserve } from './console/observe.ts'
import { only, pictures, program, running } from './console/options.ts'
import { judgePages } from './console/pages.ts'
import { takePictures } from './console/pictures.ts'
import { judgeReadings } from './console/readings.ts'
import { judgeReceipts } from './console/receipts.ts'
import { judgeSpeed } from './console/speed.ts'
import { judgeStories } from './console/stories.ts'
import { judgeTrouble } from './console/trouble.ts'
import { judgeTrust } from './console/trust.ts'
import { judgeTryIt } from './console/try-it.ts'
import { type Bench, visit } from './console/visit.ts'
import { type RunningSystem, withSystem } from './running-system.ts'

/**
 * Uses the console in Chromium: no request leaves the machine, the browser's console stays clean, and axe finds
 * nothing. The option `--only` judges one part, and more if repeated; parts that need the whole machine run only by it.
 *
 * - `--pictures` writes the README's screenshots instead
 * - `--update` writes the pictures of components again
 * - `--plant` removes the language attribute of the pages
 * - `--running` is the state folder of a running system
 */
const ARTIFACTS = '.artifacts/browser'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

interface Part {
  readonly name: string
  /** Measures milliseconds, so it runs only when it is named, on an otherwise idle machine. */
  readonly isAlone?: true
  /** @returns the judged items, as numbers. */
  readonly work: (bench: Bench) => Promise<string>
}

/** Judges the consent page for agents: it works without scripts and is not part of the console. */
const judgeConsent = async (bench: Bench): Promise<string> => {
  await visit(bench, 'agents', async ({ page, watch, look }) => {
    watch.provokes(/status of 400/, 'an unknown client gets 400, which the browser logs')
    await letsAgentIn(page, bench.system, bench.artifacts, async () => {
      look.problems.push(...(await violationsOf(page)))
    })
  })
  return 'an agent is authorized'
}

const PARTS: readonly Part[] = [
  { name: 'agents', work: judgeConsent },
  { name: 'console-stories', work: judgeStories },
  { name: 'console-pages', work: judgePages },
  { name: 'console-try-it', work: judgeTryIt },
  { name: 'console-drawn', work: judgeDrawn },
  { name: 'console-flags', work: judgeFlags },
  { name: 'console-readings', work: judgeReadings },
  { name: 'console-flows', work: judgeFlows },
  { name: 'console-evidence', work: judgeEvidence },
  { name: 'console-consultations', work: judgeConsultations },
  { name: 'console-observe', work: judgeObserve },
  { name: 'console-receipts', work: judgeReceipts },
  { name: 'console-trouble', work: judgeTrouble },
  { name: 'console-speed', isAlone: true, work: judgeSpeed },
  { name: 'console-journeys', work: judgeJourneys },
  // It advances the clock by nine days, after which all sessions have expired, so it runs last.
  { name: 'console-trust', work: judgeTrust },
]

const judge = async (browser: Browser, system: RunningSystem): Promise<void> => {
  const bench = { browser, system, artifacts: ARTIFACTS }
  const failures: string[] = []
  for (const { name, work, isAlone } of PARTS) {
    if (only === undefined ? isAlone : !only.includes(name)) continue
    const began = Date.now()
    try {
      console.log(`figures: ${name}: ${await work(bench)}, ${Math.round((Date.now() - began) / 1_000)} s`)
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

const inBrowser = async (system: RunningSystem): Promise<void> => {
  const browser = await chromium.launch({ executablePath: program, headless: true, args: FLAGS })
  try {
    if (pictures) await takePictures({ browser, system, artifacts: ARTIFACTS })
    else await judge(browser, system)
  } finally {
    await browser.close()
  }
}

const unknown = only?.filter((name) => !PARTS.some((part) => part.name === name)) ?? []
if (unknown.length > 0)
  throw new Error(`Unknown part: ${unknown.join()}. Parts: ${PARTS.map(({ name }) => name).join()}`)
mkdirSync(ARTIFACTS, { recursive: true })
if (running === undefined) await withSystem(inBrowser)
else await inBrowser(JSON.parse(readFileSync(join(running, 'stack.json'), 'utf8')) as RunningSystem)
