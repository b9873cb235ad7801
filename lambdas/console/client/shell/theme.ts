// Runs before the first drawing, so that no page flashes in the other scheme.
const theme = localStorage.getItem('theme')
if (theme) document.documentElement.dataset.theme = theme
