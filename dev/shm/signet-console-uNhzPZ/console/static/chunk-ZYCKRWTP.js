var f=(r,n="")=>{if(r===!0)return"True";if(r===!1)return"False";if(r==null)return"None";if(typeof r!="object")return JSON.stringify(r);let t=`${n}  `;if(Array.isArray(r))return o("[",r.map(i=>f(i,t)),"]",n);let s=Object.entries(r).map(([i,e])=>`${JSON.stringify(i)}: ${f(e,t)}`);return o("{",s,"}",n)},o=(r,n,t,s)=>{if(n.length===0)return`${r}${t}`;let i=n.map(e=>`${s}  ${e},`);return`${r}
${i.join(`
`)}
${s}${t}`};export{f as a};
//# sourceMappingURL=chunk-ZYCKRWTP.js.map
