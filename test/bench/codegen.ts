import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateAll } from '@signet/contract-tools/generate'
import { irOf } from '@signet/contracts/ir'
import { CONTRACTS, resourceContract } from './codegen-contracts.ts'
import { rivals, typeSpecSource } from './codegen-rivals.ts'
import { type Cost, costOf, inPairs, type Progress, type Row } from './measure.ts'

const root = join(import.meta.dirname, '../..')
const ROUNDS = 15
const PROCESS_ROUNDS = 5
const WARM_MS = 100
const PROCESS_MS = 400

const definitions = () => Array.from({ length: CONTRACTS }, (_, index) => resourceContract(index))

/** Generates the IR and every artifact of new contracts, without caches from an earlier round. */
const generateEverything = (contracts: ReturnType<typeof definitions>): number => {
  let bytes = 0
  for (const contract of contracts) {
    const options = { contractModule: './contract.ts', contractExport: contract.name }
    for (const text of Object.values(generateAll(irOf(contract), options))) bytes += text.length
  }
  return bytes
}

/** Schemas and definitions are created before the measurement, as for the rivals. */
const generationCost = (): Promise<Cost> => {
  const contracts = definitions()
  return costOf(async () => generateEverything(contracts))
}

const runProcess = (program: string, args: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(program, args, { cwd }, (error, stdout, stderr) =>
      error === null ? resolve() : reject(new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)),
    )
  })

/** Measures the wall time of a process, because the CPU time of children is not available. */
const wallCostOf = async (run: () => Promise<void>): Promise<Cost> => {
  const { ms } = await costOf(run)
  return { ms, cpuMs: ms }
}

const contractSource = (index: number): string =>
  `import { resourceContract } from ${JSON.stringify(join(import.meta.dirname, 'codegen-contracts.ts'))}\nexport const resource${index} = resourceContract(${index})\n`

const processRows = async (progress: Progress): Promise<Row[]> => {
  const folder = await mkdtemp(join(import.meta.dirname, 'codegen-'))
  try {
    await mkdir(join(folder, 'contracts'))
    for (let index = 0; index < CONTRACTS; index += 1) {
      await writeFile(join(folder, 'contracts', `resource${index}.ts`), contractSource(index))
    }
    await writeFile(join(folder, 'main.tsp'), typeSpecSource())
    const cli = join(root, 'layers/contract-tools/bin/signet-contracts.mjs')
    const tsp = join(import.meta.dirname, 'node_modules/@typespec/compiler/cmd/tsp.js')
    const outFolder = (round: number): string => join(folder, `out-${round}`)
    let round = 0
    const ours = () => {
      round += 1
      return wallCostOf(() =>
        runProcess(process.execPath, [cli, 'build', join(folder, 'contracts'), '--out', outFolder(round)], folder),
      )
    }
    const rival = () =>
      wallCostOf(() =>
        runProcess(
          process.execPath,
          [tsp, 'compile', 'main.tsp', '--emit', '@typespec/openapi3', '--output-dir', join(folder, 'tsp')],
          folder,
        ),
      )
    const pairs = await inPairs(PROCESS_ROUNDS, ours, rival, (text) => progress(`codegen process ${text}`))
    const benchName = 'all artifacts of 20 contracts, a process'
    return [
      {
        bench: benchName,
        ours: pairs.oursLeast,
        rival: PROCESS_MS,
        unit: 'ms',
        ratio: pairs.oursLeast / PROCESS_MS,
        budget: { atMost: 1 },
        note: 'least of the rounds, bound of 400 ms',
      },
      {
        bench: `${benchName}; TypeSpec 1.16.0, OpenAPI alone`,
        ours: pairs.ours,
        rival: pairs.rival,
        unit: 'ms',
        ratio: pairs.ratio,
        budget: { atMost: 1 },
      },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Compares all artifacts of 20 contracts with 120 operations with a bound, and with tools that only generate OpenAPI.
 */
export const codegenBench = async (progress: Progress): Promise<Row[]> => {
  const bytes = generateEverything(definitions())
  const rows: Row[] = []
  const leastTimes: number[] = []
  for (const [name, generate] of Object.entries(rivals)) {
    const pairs = await inPairs(
      ROUNDS,
      generationCost,
      () => costOf(generate),
      (text) => progress(`codegen ${name} ${text}`),
    )
    leastTimes.push(pairs.oursLeast)
    rows.push({
      bench: `all artifacts of 20 contracts; ${name}, OpenAPI alone`,
      ours: pairs.ours,
      rival: pairs.rival,
      unit: 'ms',
      ratio: pairs.ratio,
      cpuRatio: pairs.cpuRatio,
    })
  }
  const ours = Math.min(...leastTimes)
  const bound: Row = {
    bench: 'all artifacts of 20 contracts, warm',
    ours,
    rival: WARM_MS,
    unit: 'ms',
    ratio: ours / WARM_MS,
    budget: { atMost: 1 },
    note: `least of the rounds, bound of 100 ms; 120 operations, ${Math.round(bytes / 1000)} KB of text`,
  }
  return [bound, ...rows, ...(await processRows(progress))]
}
