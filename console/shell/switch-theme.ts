/** Changes to the other of light and dark, and keeps the choice in this browser. */
export const switchTheme = (): void => {
  const { dataset } = document.documentElement
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  dataset.theme = isDark ? 'light' : 'dark'
  localStorage.setItem('theme', dataset.theme)
}
