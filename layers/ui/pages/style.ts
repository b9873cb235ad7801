import { TOKEN_STYLE } from '../src/tokens.ts'

export const STYLE = `${TOKEN_STYLE}
*{box-sizing:border-box}
body{margin:0 auto;max-width:40rem;padding:1rem;background:var(--ground);color:var(--ink);font:var(--text-14)/1.4286 var(--sans);overflow-wrap:break-word}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between;border-bottom:1px solid var(--line)}
.brand{font-size:var(--text-16);font-weight:700}a{color:var(--accent)}h1{font-size:var(--text-24);line-height:1.25}h2{font-size:var(--text-16);margin-top:2rem}
button,.button{display:inline-block;min-height:2.75rem;padding:.6rem 1rem;border:1px solid var(--accent);border-radius:var(--radius);
background:var(--accent);color:var(--on-accent);font:inherit;font-weight:550;text-decoration:none;cursor:pointer}
.quiet{border-color:var(--control);background:transparent;color:var(--ink)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
input:not([type=radio],[type=checkbox]){min-height:2.75rem;padding:.4rem .6rem;border:1px solid var(--control);border-radius:var(--radius);background:var(--ground);color:var(--ink);font:inherit;font-size:var(--text-16)}
input:is([type=radio],[type=checkbox]){width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent)}
fieldset{border:1px solid var(--line);border-radius:var(--radius);margin:1.5rem 0;padding:.5rem 1rem 1rem}
legend{font-weight:600;padding:0 .4rem}
label.choice{display:flex;gap:.6rem;align-items:center;min-height:2.5rem}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.3rem 1rem}dt{color:var(--second)}dd,code{overflow-wrap:anywhere}dd{margin:0}
.actions{display:flex;flex-wrap:wrap;gap:.8rem;align-items:end;margin-top:1rem}
pre{overflow-x:auto}
.warning{border-left:4px solid var(--danger);padding:.2rem .8rem}
article{border:1px solid var(--line);border-radius:var(--radius);padding:.2rem 1rem 1rem;margin:1rem 0}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`
