import { type PublishedContracts, versionsOf } from '@signet/contracts/registry'

const importName = (name: string, version: string): string =>
  `${name.replaceAll(/[^A-Za-z0-9]/g, '_')}_${version.replaceAll('.', '_')}`

const sortedNames = (contracts: PublishedContracts): readonly string[] => Object.keys(contracts).sort()

const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)

/**
 * Returns the contracts that a module of a registry lists: `index` has all, any other those whose names begin with its
 * name (`runtime` has `runtime-decks`). So users of one service do not load the others.
 */
const contractsOfModule = (module: string, contracts: PublishedContracts): PublishedContracts =>
  module === 'index'
    ? contracts
    : Object.fromEntries(Object.entries(contracts).filter(([name]) => name === module || name.startsWith(`${module}-`)))

/** Returns the text of a module of a registry, by its name without `.ts`. */
export const publishedModule = (module: string, contracts: PublishedContracts): string =>
  publishedIndex(contractsOfModule(module, contracts))

/**
 * Returns the module that lists published contracts, so that bundlers and browsers find them without a file system. The
 * same contracts yield the same text.
 */
export const publishedIndex = (contracts: PublishedContracts): string => {
  const imports = sortedNames(contracts).flatMap((name) =>
    versionsOf(contracts[name]).map(
      (version) => `import ${importName(name, version)} from './${name}/${version}.json' with { type: 'json' }`,
    ),
  )
  const entries = sortedNames(contracts).flatMap((name) => [
    `  ${quoted(name)}: {`,
    ...versionsOf(contracts[name]).map((version) => `    '${version}': ${importName(name, version)},`),
    '  },',
  ])
  return `${[
    '// Written by "signet-contracts publish". Do not edit: the check compares it with the contract files.',
    ...imports,
    '',
    '/** Published contracts by name and version, as plain data. */',
    'export const published: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {',
    ...entries,
    '}',
  ].join('\n')}\n`
}
