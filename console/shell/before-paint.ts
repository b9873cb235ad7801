// Runs before the first paint and before the console's script has loaded.

/** ID of the element with the files of each area by path, written by lib/console-bundle.ts. */
const AREA_FILES = 'area-files'

/** Applies the stored theme before the first paint, so that the page does not flash. */
const theme = localStorage.getItem('theme')
if (theme) document.documentElement.dataset.theme = theme

/** Preloads the files of the current area in parallel with the console's script. */
const files: Readonly<Record<string, readonly string[]>> = JSON.parse(
  document.getElementById(AREA_FILES)?.textContent ?? '{}',
)
const [, start = ''] = location.pathname.split('/')
for (const href of files[location.pathname] ?? files[`/${start}`] ?? [])
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
