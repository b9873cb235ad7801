import '@signet/ui/style.css'
import './shell.css'
import { render } from 'preact'
import { loadAhead } from './frame.tsx'
import { Shell } from './shell.tsx'

loadAhead(location.pathname)
const element = document.getElementById('app')
if (element) render(<Shell />, element)
