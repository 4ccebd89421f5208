/** Also for print: A4, with the sale, the hash of its last event and the page number on each page. `footer`: a CSS string. */
export const styleOf = (
  footer: string,
): string => `@page{size:A4;margin:18mm 17mm 22mm;@bottom-left{content:${footer};font:7.5pt/1.3 monospace;color:#544c40;white-space:pre}@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8.5pt Georgia,serif;color:#544c40}}
body{font:16px/1.5 Georgia,"Noto Serif",serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#1c1a17;background:#fff;overflow-wrap:anywhere}
h1{font-size:1.7rem;margin:0 0 .3rem}h2{font-size:1.25rem;margin:2rem 0 .6rem;border-bottom:1px solid #1c1a17;break-after:avoid}h3{font-size:1rem;margin:1.2rem 0 .3rem;break-after:avoid}
p{margin:.3rem 0}ul,ol{margin:.3rem 0;padding-left:1.3rem}li{margin:.2rem 0}pre{white-space:pre-wrap}
table{border-collapse:collapse;width:100%;margin:.5rem 0}th,td{text-align:left;vertical-align:top;padding:.3rem .5rem;border-bottom:1px solid #cbc3b2}th.sum,td.sum{text-align:right;white-space:nowrap}tr{break-inside:avoid}
.t td:nth-child(3),.t th:nth-child(2){border-left:2px solid #1c1a17}.t thead th{border-bottom:2px solid #1c1a17}.t tfoot td{border-top:1px solid #1c1a17;border-bottom:0;font-weight:bold}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}dt{color:#544c40}dd{margin:0}
.event{display:grid;grid-template-columns:2rem 9rem 1fr;gap:0 .8rem;padding:.55rem 0;border-bottom:1px solid #e3ddcf}.event>b{color:#544c40}.event .when{font-size:.8rem;line-height:1.4}.event .when .meta{font-size:.75rem}.event .said{margin:0;break-after:avoid}.meta{font-size:.8rem;color:#544c40}
.quote{margin:.4rem 0}.quote figcaption,.photo figcaption{font-size:.8rem;color:#544c40}blockquote{margin:.1rem 0;padding:.1rem .8rem;border-left:3px solid #a8946a;white-space:pre-wrap}
.masked{font-style:italic;color:#544c40;font-size:.9rem}.photos{display:flex;flex-wrap:wrap;gap:.8rem;margin:.5rem 0}.photo{margin:0;width:15rem;break-inside:avoid}.photo img{max-width:100%;max-height:16rem;display:block;border:1px solid #cbc3b2}.photo figcaption{font-size:.7rem}
code,.hash{font:.85em monospace}footer{margin-top:2rem;border-top:1px solid #1c1a17;padding-top:.5rem;font-size:.85rem}
@media (max-width:40rem){.event{grid-template-columns:2rem 1fr}.event>div{grid-column:2}.t td,.t th{padding:.3rem .25rem}dl{grid-template-columns:1fr;gap:0}}
@media print{body{margin:0;padding:0;max-width:none;font-size:10.5pt}.event{grid-template-columns:1.6rem 9.2rem 1fr}.short,li{break-inside:avoid}.photo{width:13rem}footer{display:none}}`;
