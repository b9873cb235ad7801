const inOneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')

const first = (matches: Iterable<RegExpMatchArray>): string[] => [...matches].map(([text]) => text.trim())

/** The rights of a stack: its grants, and the statements of its policies. The generated test reads them likewise. */
export const grantsIn = (stack: string): string[] => {
  const statements = [...stack.matchAll(/actions: \[([^\]]*)\],\s*resources: (\[[^\]]*\]|[\w.()]+)/g)].map(
    ([, actions, resources]) => `${actions} on ${resources}`,
  )
  return [...first(stack.matchAll(/\b\w+[.]grant\w*[(][^)]*[)]/g)), ...statements].map(inOneLine).sort()
}

/** The alarms in a source file, and the lines that give them an action. */
export const alarmsIn = (source: string): string[] => {
  const alarms = [...source.matchAll(/new Alarm[(]\w+, '(\w+)', [{]([\s\S]*?)\n +[}][)]\n/g)].map(
    ([, name, props = '']) => `${name}: ${inOneLine(props).trim()}`,
  )
  return [...alarms.sort(), ...first(source.matchAll(/^.*addAlarmAction[(].*$/gm)).sort()]
}

const LIMITS =
  /^ *(?:throttle|timeout|schedule|targets|batchSize|reportBatchItemFailures|retryAttempts|bisectBatchOnError|onFailure|maxRecordAge|startingPosition)\b.*$/gm

export const limitsIn = (stack: string): string[] => first(stack.matchAll(LIMITS))
