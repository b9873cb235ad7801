/** Shows the progress of a job: one line that is rewritten on a terminal, one line per state elsewhere. */
export const progressLine = () => {
  const isTerminal = process.stderr.isTTY
  const started = Date.now()
  const marks = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
  let last = ''
  let turn = 0
  return {
    show(state: string, id: string): void {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      if (isTerminal) process.stderr.write(`\r\u001b[K${marks[turn++ % marks.length]} ${state}  ${seconds} s  ${id}`)
      else if (state !== last) process.stderr.write(`${state} ${seconds} s ${id}\n`)
      last = state
    },
    clear(): void {
      if (isTerminal) process.stderr.write('\r\u001b[K')
    },
  }
}
