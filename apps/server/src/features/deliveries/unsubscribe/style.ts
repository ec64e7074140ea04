/** Inline CSS, because the page loads no other files. The colors are those of the web app. */
export const STYLE = `
:root{color-scheme:light dark;--page:#f6f7f9;--panel:#fff;--line:#d8dde4;--text:#1b1f24;--muted:#545d68;--accent:#3b4cca;--on-accent:#fff;--danger:#b3122b;--danger-back:#fdebee;--done:#1f6f50;--done-back:#e3f3eb}
@media (prefers-color-scheme:dark){:root{--page:#0e1116;--panel:#161a21;--line:#2a303a;--text:#e6e9ee;--muted:#9aa4b1;--accent:#8c9bff;--on-accent:#0e1116;--danger:#ff8b98;--danger-back:#351920;--done:#6fd3a6;--done-back:#14302a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 -apple-system,"Segoe UI",Roboto,Ubuntu,"Noto Sans","Liberation Sans",sans-serif}
:lang(ja) body{font-family:-apple-system,"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP",sans-serif}
:lang(ko) body{font-family:-apple-system,"Malgun Gothic","Noto Sans CJK KR",sans-serif}
:lang(zh) body{font-family:-apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:break-word}
p{margin:.5rem 0}
.muted{color:var(--muted)}
h1{font-size:1.5rem;line-height:1.3;margin:.25rem 0 .5rem}
h2{font-size:1.125rem;margin:0}
a{color:var(--accent);display:inline-block;padding-block:.7rem}
fieldset{border:0;margin:0;padding:0;min-width:0}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:1rem;margin:1rem 0}
.panel>legend{float:left;width:100%;padding:0}
.panel>legend+*{clear:both}
.list{border-block-start:1px solid var(--line);padding-block-start:.75rem;margin-block-start:.75rem}
.list>legend{float:left;width:100%;padding:0;font-weight:600}
ul{clear:both;list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(14rem,100%),1fr));column-gap:1rem}
label{display:flex;align-items:center;gap:.6rem;min-height:44px}
input[type=checkbox]{flex:none;inline-size:1.15rem;block-size:1.15rem;margin:0;accent-color:var(--accent)}
label span{min-width:0}
select{font:inherit;min-height:44px;max-width:100%;padding:.4rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--page);color:var(--text)}
button{font:inherit;font-weight:600;min-height:44px;padding:.4rem 1.25rem;border:1px solid var(--accent);border-radius:6px;background:var(--accent);color:var(--on-accent);cursor:pointer}
.end button{background:transparent;border-color:var(--danger);color:var(--danger)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.notice,.fault{border-inline-start:4px solid;padding:.6rem .9rem;border-radius:4px}
.fault a{color:inherit;padding-inline:.35rem}
.notice{background:var(--done-back);color:var(--done)}
.fault{background:var(--danger-back);color:var(--danger)}
`
