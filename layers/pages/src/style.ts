/** The look of pages without a program: colours, type and controls as on every page of the platform. */
export const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#1b1b1f,#ececf1);--paper:light-dark(#fff,#16161a);
--line:light-dark(#c9c9d1,#3d3d47);--accent:light-dark(#1f4fbf,#9db8ff);--on-accent:light-dark(#fff,#10131c);--alarm:light-dark(#a3001e,#ff9aa8)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between;border-bottom:1px solid var(--line)}
.brand{font-weight:700;letter-spacing:.02em}a{color:var(--accent)}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}
button,.button{display:inline-block;min-height:2.75rem;padding:.4rem .9rem;border:1px solid var(--accent);border-radius:.4rem;
background:var(--accent);color:var(--on-accent);font:inherit;text-decoration:none;cursor:pointer}
.quiet{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
input:not([type=radio]){min-height:2.75rem;padding:.4rem;border:1px solid var(--line);border-radius:.4rem;background:var(--paper);color:var(--ink);font:inherit}
input[type=radio]{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent)}
fieldset{border:1px solid var(--line);border-radius:.4rem;margin:1.5rem 0;padding:.5rem 1rem 1rem}
legend{font-weight:600;padding:0 .4rem}
label.choice{display:flex;gap:.6rem;align-items:center;min-height:2.5rem}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.3rem 1rem}dd,code{overflow-wrap:anywhere}dd{margin:0}
.actions{display:flex;flex-wrap:wrap;gap:.8rem;align-items:end;margin-top:1rem}
.warning{border-left:4px solid var(--alarm);padding:.2rem .8rem}
article{border:1px solid var(--line);border-radius:.4rem;padding:.2rem 1rem 1rem;margin:1rem 0}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`
