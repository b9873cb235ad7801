import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PATTERN_IDS, scaffold } from '@signet/scaffolds'
import nodePlop from 'node-plop'
import { drawnCards } from '../unit/scaffolds/cards.ts'
import { type Cost, costOf, median, type Progress, type Row } from './measure.ts'

const ROUNDS = 5
/** Bound of one scaffold of at least 30 files in CPU milliseconds, and its largest share of a rival's time. */
const SCAFFOLD_MS = 20
const RIVAL_SHARE_MAX = 0.1
const COPIER = 'copier==9.19.1'

const intention = 'Keep orders of a small shop'
const input = { intention, entities: ['order'], target: 'aws', seed: 1, cards: drawnCards(1) } as const

type Files = readonly { readonly path: string; readonly content: string }[]

const renderAll = async (): Promise<void> => {
  for (const pattern of PATTERN_IDS) scaffold({ ...input, pattern, target: 'both' })
}

/** Writes files as a program writes a project: each folder once, without other work. */
const writeFiles = (folder: string, files: Files): void => {
  for (const each of new Set(files.map(({ path }) => dirname(join(folder, path))))) mkdirSync(each, { recursive: true })
  for (const { path, content } of files) writeFileSync(join(folder, path), content)
}

/**
 * Returns an equivalent template: the same files, with the intention as their one variable. Braces in code are escaped for
 * the template engine.
 */
const templateOf = (files: Files, escapeBraces: (text: string) => string, variable: string): Files =>
  files.map(({ path, content }) => ({ path, content: content.split(intention).map(escapeBraces).join(variable) }))

const handlebars = (text: string): string => text.replaceAll('{{', '\\{{')
const jinja = (text: string): string => (/\{[{%#]/.test(text) ? `{% raw %}${text}{% endraw %}` : text)

const costOnDisk = async (folder: string, createProject: (into: string) => Promise<unknown>): Promise<number> => {
  const costs: Cost[] = []
  for (let round = 0; round <= ROUNDS; round++) costs.push(await costOf(() => createProject(join(folder, `${round}`))))
  return median(costs.slice(1).map(({ cpuMs }) => cpuMs))
}

const plopCost = async (folder: string, files: Files): Promise<number> => {
  const templates = join(folder, 'plop')
  writeFiles(
    templates,
    templateOf(files, handlebars, '{{{intention}}}').map((file) => ({ ...file, path: `${file.path}.hbs` })),
  )
  const plop = await nodePlop('')
  return costOnDisk(join(folder, 'plop-out'), async (destination) => {
    const generator = plop.setGenerator('project', {
      prompts: [],
      actions: [
        {
          type: 'addMany',
          destination,
          base: templates,
          templateFiles: `${templates}/**/*`,
          globOptions: { dot: true },
          stripExtensions: ['hbs'],
          verbose: false,
        },
      ],
    })
    const { failures } = await generator.runActions({ intention })
    if (failures.length > 0) throw new Error(JSON.stringify(failures[0]))
  })
}

/** A warm measurement: one process creates several projects and prints the median CPU time. */
const WARM_COPIER = `
import sys, time, copier
template, out, rounds, intention = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
costs = []
for at in range(rounds + 1):
    began = time.process_time()
    copier.run_copy(template, f"{out}/{at}", data={"intention": intention}, defaults=True, quiet=True)
    costs.append((time.process_time() - began) * 1000)
print(sorted(costs[1:])[rounds // 2])
`

/** Returns the Python of a virtual environment with copier; undefined without Python. */
const pythonWithCopier = (): string | undefined => {
  const home = join(import.meta.dirname, '.venv')
  const python = join(home, 'bin/python')
  try {
    if (!existsSync(join(home, 'bin/copier'))) {
      execFileSync('python3', ['-m', 'venv', home], { stdio: 'ignore' })
      execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', COPIER], {
        stdio: 'ignore',
      })
    }
    return python
  } catch {
    return undefined
  }
}

const copierCost = async (folder: string, files: Files): Promise<number | undefined> => {
  const python = pythonWithCopier()
  if (python === undefined) return undefined
  const template = join(folder, 'copier')
  const jinjaFiles = templateOf(files, jinja, '{{ intention }}').map((file) => ({
    ...file,
    path: `template/${file.path}.jinja`,
  }))
  writeFiles(template, [
    ...jinjaFiles,
    { path: 'copier.yml', content: '_subdirectory: template\nintention: {type: str}\n' },
  ])
  const args = ['-c', WARM_COPIER, template, join(folder, 'copier-out'), `${ROUNDS}`, intention]
  return Number(execFileSync(python, args, { encoding: 'utf8' }))
}

const rivalRows = async (progress: Progress): Promise<Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'scaffolds-'))
  try {
    const { files } = scaffold({ ...input, pattern: 'crud-api' })
    progress('scaffolds, ours on disk')
    const ours = await costOnDisk(join(folder, 'ours'), async (into) =>
      writeFiles(into, scaffold({ ...input, pattern: 'crud-api' }).files),
    )
    progress('scaffolds, plop')
    const plop = await plopCost(folder, files)
    progress('scaffolds, copier')
    const copier = await copierCost(folder, files)
    const rows: readonly (readonly [string, number | undefined])[] = [
      ['node-plop 0.32.3 (plop 4.0.5)', plop],
      ['copier 9.19.1', copier],
    ]
    return rows.flatMap(([name, rival]) =>
      rival === undefined
        ? []
        : [
            {
              bench: `scaffold on disk, ${files.length} files; ${name}`,
              ours,
              rival,
              unit: 'ms',
              ratio: ours / rival,
              budget: { atMost: RIVAL_SHARE_MAX },
              note: 'CPU, warm; the rival fills one variable into the same files',
            },
          ],
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Compares the mean cost of a pattern for both targets, with cross-check and digests, with its bound, and one pattern
 * with tools that copy templates.
 */
export const scaffoldsBench = async (progress: Progress): Promise<Row[]> => {
  await renderAll()
  const costs: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`scaffolds ${round}/${ROUNDS}`)
    costs.push((await costOf(renderAll)).cpuMs / PATTERN_IDS.length)
  }
  const ours = median(costs)
  return [
    {
      bench: 'scaffold: a project of 30 to 60 files, CPU',
      ours,
      rival: SCAFFOLD_MS,
      unit: 'ms',
      ratio: ours / SCAFFOLD_MS,
      budget: { atMost: 1 },
    },
    ...(await rivalRows(progress)),
  ]
}
