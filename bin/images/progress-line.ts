/** Shows the progress of a job: one line that is rewritten on a terminal, one line per state elsewhere. */
export const progressLine = () => {
  const isTerminal = process.stderr.isTTY
  const started = Date.now()
  const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
  let lastState = ''
  let frame = 0
  return {
    show(state: string, id: string): void {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      if (isTerminal) process.stderr.write(`\r\u001b[K${frames[frame++ % frames.length]} ${state}  ${seconds} s  ${id}`)
      else if (state !== lastState) process.stderr.write(`${state} ${seconds} s ${id}\n`)
      lastState = state
    },
    clear(): void {
      if (isTerminal) process.stderr.write('\r\u001b[K')
    },
  }
}
