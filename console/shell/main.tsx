import '@signet/ui/style.css'
import './shell.css'
import { render } from 'preact'
import { Shell } from './shell.tsx'

const element = document.getElementById('app')
if (element) render(<Shell />, element)
