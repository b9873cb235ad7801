import type { Design, SourceFile, Trigger } from '../../design.ts'

/** Methods of the port `Records`, with the DynamoDB action that each one needs. */
const RECORD_ACTIONS = [
  ['get', 'dynamodb:GetItem'],
  ['insert', 'dynamodb:PutItem'],
  ['replace', 'dynamodb:PutItem'],
  ['remove', 'dynamodb:DeleteItem'],
  ['list', 'dynamodb:Query'],
] as const

const HANDLER = 'src/handler.ts'
const DECLARATION = /^(?:export )?(?:async )?(?:const|let|function|class) (\w+)/

interface Declaration {
  readonly path: string
  readonly name: string
  readonly text: string
}

const declarationsIn = ({ path, content }: SourceFile): Declaration[] => {
  const blocks: { name: string; lines: string[] }[] = []
  for (const line of content.split('\n')) {
    const name = DECLARATION.exec(line)?.[1]
    if (name !== undefined) blocks.push({ name, lines: [line] })
    else blocks.at(-1)?.lines.push(line)
  }
  return blocks.map(({ name, lines }) => ({ path, name, text: lines.join('\n') }))
}

const resolveImport = (from: string, to: string): string => {
  const parts = from.split('/').slice(0, -1)
  for (const step of to.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}

const importsOf = ({ path, content }: SourceFile): ReadonlyMap<string, string> =>
  new Map(
    [...content.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'$/gm)].flatMap(([, names = '', to = '']) =>
      names.split(',').map((name): [string, string] => [name.trim(), resolveImport(path, to)]),
    ),
  )

/** Returns the identifiers in a text. An identifier after a dot is a member, unless the dot ends a spread. */
const identifiersIn = (text: string): string[] =>
  [...text.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(({ 0: word, index }) =>
    text[index - 1] === '.' && text[index - 2] !== '.' ? [] : [word],
  )

/** Returns the declarations that a handler can reach, found by the identifiers in their code. */
const reachableCode = (files: readonly SourceFile[], trigger: Trigger): string[] => {
  const sources = files.filter(({ path }) => path.startsWith('src/'))
  const imports = new Map(sources.map((file) => [file.path, importsOf(file)]))
  const declarations = new Map(sources.flatMap(declarationsIn).map((each) => [`${each.path} ${each.name}`, each]))
  const visited = new Map<string, string>()
  const visit = (path: string, name: string): void => {
    const key = `${path} ${name}`
    const { text } = declarations.get(key) ?? {}
    if (text === undefined || visited.has(key)) return
    visited.set(key, text)
    const identifiers = new Set(identifiersIn(text))
    for (const identifier of identifiers) visit(imports.get(path)?.get(identifier) ?? path, identifier)
  }
  visit(HANDLER, trigger)
  return [...visited.values()]
}

const actionsIn = (files: readonly SourceFile[], trigger: Trigger): readonly string[] => {
  const source = reachableCode(files, trigger).join('\n')
  const neededActions = RECORD_ACTIONS.filter(([call]) =>
    new RegExp(`\\brecords\\s*\\??\\.${call}\\b`).test(source),
  ).map(([, action]) => action)
  return [...new Set(neededActions)]
}

/** Cached, because the stack and its test request the actions of the same files. */
const actionsByFiles = new WeakMap<readonly SourceFile[], Map<Trigger, readonly string[]>>()

/** Returns the table actions that a function needs: only those of calls that its handler can reach. */
export const tableActionsOf = ({ files }: Pick<Design, 'files'>, trigger: Trigger): readonly string[] => {
  const byTrigger = actionsByFiles.get(files) ?? new Map<Trigger, readonly string[]>()
  actionsByFiles.set(files, byTrigger)
  const actions = byTrigger.get(trigger) ?? actionsIn(files, trigger)
  byTrigger.set(trigger, actions)
  return actions
}
