const WIDTH = 30
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

export const formatBytes = (bytes: number): string => {
  let amount = bytes
  let unit = 0
  for (; amount >= 1000 && unit < UNITS.length - 1; unit++) amount /= 1000
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`
}

const formatSeconds = (seconds: number): string => {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** Shows progress in bytes: one bar that is rewritten on a terminal, one line per tenth elsewhere. */
export const progressBar = () => {
  const isTerminal = process.stderr.isTTY
  const began = Date.now()
  let currentLabel = ''
  let firstDone = 0
  let tenth = -1
  return {
    show(label: string, done: number, total: number, suffix = ''): void {
      if (label !== currentLabel) {
        currentLabel = label
        firstDone = done
        tenth = -1
      }
      const share = total === 0 ? 1 : Math.min(1, done / total)
      const seconds = (Date.now() - began) / 1000
      const timeLeft =
        done > firstDone && done < total
          ? `  ${formatSeconds((seconds * (total - done)) / (done - firstDone))} left`
          : ''
      const details = `${formatBytes(done)} of ${formatBytes(total)}${timeLeft}${suffix}`
      const filledWidth = Math.round(share * WIDTH)
      if (isTerminal)
        process.stderr.write(
          `\r\u001b[K${label} ${'█'.repeat(filledWidth)}${'░'.repeat(WIDTH - filledWidth)} ${details}`,
        )
      else if (Math.floor(share * 10) > tenth) process.stderr.write(`${label} ${details}\n`)
      tenth = Math.max(tenth, Math.floor(share * 10))
    },
    clear(): void {
      if (isTerminal) process.stderr.write('\r\u001b[K')
    },
  }
}
