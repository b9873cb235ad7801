export interface Bar {
  readonly name: string
  readonly value: number
}

export const Bars = ({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) => {
  const longest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ name, value }) => (
        <li key={name}>
          <span>{name}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(100 * value) / longest} height="8" rx="1" />
          </svg>
          <span class="number">{value.toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  )
}
