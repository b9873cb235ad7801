import{d as o}from"./chunk-LI4W4VKT.js";var g=(t,r)=>{let n=Object.entries(r).filter(s=>!!s[1]),e=new URLSearchParams(n).toString();return e===""?t:`${t}?${e}`},d=(t,r="")=>{let{path:n,query:e,route:s}=o();return[e[t]??r,i=>s(g(n,{...e,[t]:i===r?void 0:i}))]};export{g as a,d as b};
//# sourceMappingURL=chunk-R52UKI7S.js.map
