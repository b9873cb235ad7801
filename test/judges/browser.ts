import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { authorizeAgent } from './consent-page.ts'
import { judgeConsultations } from './console/consultations.ts'
import { judgeDisplayedReplies } from './console/drawn.ts'
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
 * Uses the console in Chromium: no request leaves the machine, the browser logs no errors, and axe finds no violations.
 * The option `--only` judges one part, or several if repeated. Parts that need an idle machine run only with it.
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
  /** The part measures milliseconds, so it runs only if `--only` names it. */
  readonly needsIdleMachine?: true
  /** @returns a summary of the judged items */
  readonly work: (bench: Bench) => Promise<string>
}

/** Judges the consent page for agents: it works without scripts and is not part of the console. */
const judgeConsent = async (bench: Bench): Promise<string> => {
  await visit(bench, 'agents', async ({ page, watch, inspector }) => {
    watch.expectProblems(/status of 400/, 'an unknown client')
    await authorizeAgent(page, bench.system, bench.artifacts, async () => {
      inspector.problems.push(...(await violationsOf(page)))
    })
  })
  return 'an agent authorized on the consent page'
}

const PARTS: readonly Part[] = [
  { name: 'agents', work: judgeConsent },
  { name: 'console-stories', work: judgeStories },
  { name: 'console-pages', work: judgePages },
  { name: 'console-try-it', work: judgeTryIt },
  { name: 'console-drawn', work: judgeDisplayedReplies },
  { name: 'console-flags', work: judgeFlags },
  { name: 'console-readings', work: judgeReadings },
  { name: 'console-flows', work: judgeFlows },
  { name: 'console-evidence', work: judgeEvidence },
  { name: 'console-consultations', work: judgeConsultations },
  { name: 'console-observe', work: judgeObserve },
  { name: 'console-receipts', work: judgeReceipts },
  { name: 'console-trouble', work: judgeTrouble },
  { name: 'console-speed', needsIdleMachine: true, work: judgeSpeed },
  { name: 'console-journeys', work: judgeJourneys },
  // Runs last, because it advances the clock by nine days, after which all sessions have expired.
  { name: 'console-trust', work: judgeTrust },
]

const judge = async (browser: Browser, system: RunningSystem): Promise<void> => {
  const bench = { browser, system, artifacts: ARTIFACTS }
  const failures: string[] = []
  for (const { name, work, needsIdleMachine } of PARTS) {
    const isSkipped = only === undefined ? needsIdleMachine : !only.includes(name)
    if (isSkipped) continue
    const began = Date.now()
    try {
      console.log(`figures: ${name}: ${await work(bench)}, ${Math.round((Date.now() - began) / 1_000)} s`)
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

const judgeInBrowser = async (system: RunningSystem): Promise<void> => {
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
if (running === undefined) await withSystem(judgeInBrowser)
else await judgeInBrowser(JSON.parse(readFileSync(join(running, 'stack.json'), 'utf8')) as RunningSystem)
