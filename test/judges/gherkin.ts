/** A scenario with its background and its examples filled in. */
export interface Scenario {
  readonly name: string
  readonly tags: readonly string[]
  readonly steps: readonly Step[]
}

export interface Step {
  readonly text: string
  readonly table: readonly (readonly string[])[]
}

const KEYWORD = /^(?:Given|When|Then|And|But) /

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

interface Outline {
  readonly name: string
  readonly tags: readonly string[]
  readonly steps: { text: string; table: string[][] }[]
  readonly examples: string[][][]
}

const fillPlaceholders = (text: string, columns: readonly string[], row: readonly string[]): string =>
  columns.reduce((line, name, i) => line.replaceAll(`<${name}>`, row[i] ?? ''), text)

const scenariosOf = ({ name, tags, steps, examples }: Outline, background: Outline['steps']): Scenario[] => {
  const allSteps = [...background, ...steps]
  if (examples.length === 0) return [{ name, tags, steps: allSteps }]
  return examples.flatMap(([columns = [], ...rows]) =>
    rows.map((row) => ({
      name: `${name}: ${row.join(' | ')}`,
      tags,
      steps: allSteps.map(({ text, table }) => ({ text: fillPlaceholders(text, columns, row), table })),
    })),
  )
}

/** Parses the subset of Gherkin in OpenFeature's feature files. */
export const scenariosIn = (feature: string): Scenario[] => {
  const outlines: Outline[] = []
  let background: Outline['steps'] = []
  let steps = background
  let table: string[][] | undefined
  let tags: string[] = []
  for (const line of feature.split('\n').map((each) => each.trim().replaceAll('\\"', '"'))) {
    const scenario = /^(?:Background|Scenario(?: Outline)?):(.*)/.exec(line)
    if (line.startsWith('@')) tags.push(...line.split(/\s+/))
    else if (scenario) {
      steps = []
      table = undefined
      if (line.startsWith('Background')) background = steps
      else outlines.push({ name: (scenario[1] ?? '').trim(), tags, steps, examples: [] })
      tags = []
    } else if (line.startsWith('Examples')) {
      table = []
      tags = []
      outlines.at(-1)?.examples.push(table)
    } else if (KEYWORD.test(line)) {
      const step = { text: line.replace(KEYWORD, ''), table: [] as string[][] }
      table = step.table
      steps.push(step)
    } else if (line.startsWith('|')) table?.push(cellsOf(line))
  }
  return outlines.flatMap((outline) => scenariosOf(outline, background))
}
