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
 * Uses the console in Chromium as people do: no request leaves the machine, the browser's console stays clean, and axe
 * finds nothing. `--only` judges one part (given again: another, too), and alone judges those that need the machine for
 * themselves; `--pictures` writes the README's screenshots and judges nothing, `--update` writes the pictures of components
 * anew, `--plant` takes the name of the pages' language away, `--running` is the state folder of a system that runs already.
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
  /** Measures milliseconds: it is judged when it is named, on a machine that does nothing else. */
  readonly isAlone?: true
  /** @returns what was judged, in numbers. */
  readonly work: (bench: Bench) => Promise<string>
}

/** The page on which an agent is let in: it works without scripts, and is no page of the console. */
const judgeConsent = async (bench: Bench): Promise<string> => {
  await visit(bench, 'agents', async ({ page, watch, look }) => {
    watch.provokes(/status of 400/, 'a program that nobody knows is refused, which a browser tells on its console')
    await letsAgentIn(page, bench.system, bench.artifacts, async () => {
      look.problems.push(...(await violationsOf(page)))
    })
  })
  return 'an agent is let in'
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
  // Nine days pass in it, after which nobody is signed in any more: it comes last.
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
  throw new Error(`There is no part ${unknown.join()}: only ${PARTS.map(({ name }) => name).join()}`)
mkdirSync(ARTIFACTS, { recursive: true })
if (running === undefined) await withSystem(inBrowser)
else await inBrowser(JSON.parse(readFileSync(join(running, 'stack.json'), 'utf8')) as RunningSystem)
