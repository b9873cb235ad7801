import { resolve } from 'node:path'
import { diagram } from '../diagram/diagram.ts'
import { type CommandCall, loadContractsAt, optionText } from './call-values.ts'
import type { Outcome, Terminal } from './terminal.ts'
import { writeChanged } from './write-changed.ts'

export const drawDiagrams = async (call: CommandCall, terminal: Terminal): Promise<Outcome> => {
  const loaded = await loadContractsAt(call.positionals[0] ?? '', call, terminal)
  const rendered = loaded.flatMap(({ ir }) => {
    const text = diagram(ir)
    return text === undefined ? [] : [[ir.name, text] as const]
  })
  const diagrams = Object.fromEntries(rendered)
  const out = optionText(call, 'out')
  if (out === undefined) return { code: 0, text: rendered.map(([, text]) => text).join('\n'), report: { diagrams } }
  const files = Object.fromEntries(rendered.map(([name, text]) => [`${name}.mmd`, text]))
  const written = await writeChanged(resolve(terminal.cwd, out), files)
  return { code: 0, text: written.map((path) => `ok wrote ${path}\n`).join(''), report: { written } }
}
