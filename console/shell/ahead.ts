// Runs before the first drawing and before the program is there.

/** Where the build has written which files each area consists of, by its path: lib/console-bundle.ts. */
const AREA_FILES = 'area-files'

/** No page flashes in the other scheme. */
const theme = localStorage.getItem('theme')
if (theme) document.documentElement.dataset.theme = theme

/** The files of the area that the address is in come beside the program, and not after it. */
const files: Readonly<Record<string, readonly string[]>> = JSON.parse(
  document.getElementById(AREA_FILES)?.textContent ?? '{}',
)
const [, start = ''] = location.pathname.split('/')
for (const href of files[location.pathname] ?? files[`/${start}`] ?? [])
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
