/** Progress of a job: one line on a terminal that is rewritten, one line per state elsewhere. */
export interface ProgressLine {
  show(state: string, id: string): void
  clear(): void
}

export const progressLine = (): ProgressLine => {
  const isTerminal = process.stderr.isTTY
  const started = Date.now()
  const marks = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
  let last = ''
  let turn = 0
  return {
    show(state, id) {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      if (isTerminal) process.stderr.write(`\r\u001b[K${marks[turn++ % marks.length]} ${state}  ${seconds} s  ${id}`)
      else if (state !== last) process.stderr.write(`${state} ${seconds} s ${id}\n`)
      last = state
    },
    clear() {
      if (isTerminal) process.stderr.write('\r\u001b[K')
    },
  }
}
