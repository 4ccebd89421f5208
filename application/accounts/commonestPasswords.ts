/**
 * Common passwords that meet our rules and that `commonWords.ts` does not catch: from the 100,000 most common with a sign added, and from the
 * most common million as they are. In lower case, without outer signs. From SecLists' ten million (MIT, © Daniel Miessler). Stored here, so
 * that no password is sent to a service.
 */
export const COMMONEST_PASSWORDS = `
._#y8upn!9qf26fl .xan.1941. .yl38jt#m46xzz!d 0!g2437k8d#ntzue 033028pw 0cdh0v99ue 0l8kchek 111luzer 127hour$291 1475aa 1airborn 1alexand
1autopas 1bullshi 1butthea 1corvett 1creativ 1directo 1hardcor 1infinit 1mountai 1sexyred 1startre 1xrg4kcq 23wkoa0fp78dk 24pnz6kc
287hf71h 2b4dnvsx 2b8riedt 2gqhir*ehjsa 2h7=aol64#exq0q 2i5fdruv 2kash6zq 2w93jpa4 2yd*bjen 2ykn5ccf 37947952lc 37kazoo 3f3fpht7op
3j8zegdo 3lgn5!9imbhb 3skpil#c!1=62ehh 3syqo15hil 4!geb6hgsoep 48n25rcc 49es#t#a 4c@j&$ss 4ebouux8 4gxrzemq 4ngf4g2 4polskaviza 4rzp8ab7
5#o7!0qfvwdi46df 51c0j!crvnyo 5gtgiaxm 5hsu75kpot 5w76rnqp 5wr2i7h8 5yjy#elelu6yle 68iypneg6u 6anaqu#esa7u3y 6jhwmqku 6xe8j2z4
7!k19cglxs_52zar 78n3s5af 7=zarjk#bo928u4i 7cem0s!#o4x8ng29 7ertu3ds 7imjfstw 7jokx7b9du 7ovtgimc 7ugd5hip2j 8phrowz622 8phrowz624
8xuuobe4 92k2cizcdp 9hmlpyjd 9hotpoin 9j!7ct_3lhuolm#q 9kyq6fge 9otr4pvs 9z5ve9rrcz =yh3z#8!c27sbz4i _!w1mpacj07c _!xmj0rrd2qw
_x9h!age7s3w _xlk!p2705caftg _xtitn!7m8prwv4e _y4iyns!8ve6 _yx_b.1199$bu1.215 a58wtjuz4u a5ezygyja4y#el aa1111aa ab101972 ab55484 ac2zxdty
acun3t1x adrianna1 afru0dyen!1z ajcuivd289 al#ks3!ksj0xx alexand1 alph@5380 anderley@07 arwpls4u asirak@1892 at4gftlw atao!4v1hwp9
autopas1 av473dv av626ss b2rlkcjg bb33bb be%etyjaguwa7a bg6njokf bhrh0h2oof6xbqjeh bo243ns bolinha@2008 bond007 boy4u2ownnyc butthea1
c43qpul5rz c7e4f8ezqh cb207sl cbdbl3xi cc219fi cf510cr cidkid86 cinnamon^21isonirc ck6znp42 cmigtvo7 cmu9ggzh cmxmyi9h co437at corvett1
cq883tv creativ1 cucij_ln942q0ew cv141ab czps5nyndwcksc d1lakiss dad2ownu dd!mstwy28 dfj8979789!ths dima123 dj3lyki dm6tzsgp dro8smwq
ds7zamnw e#y9a4a%emuqyb e2fq7fzj e5yrudu@edyzyb e6pz84qfcj efwe5tgwa5twhgd ekx1x3k9bs election@09 emperf1 eqes606898 erywgan5 es206en
etaqateve2a#y2 eze3a#e7u9apu6 f2i9ufcrdz3 f64579820f f8yruxoj falco02 falla123 fbi11213 fcc5nky2 fe126fd filipo3 findaupair007 firebir1
fish72 fkojn6gb fm12mn12 fm2zxc49 froob!23 fzf2lgur!a g00dpa$$w0rd g8njr*qxcckf gagy4uza%ewaqu gankutsuou1989 gia^sox-291 gjcklr2b gndb4b3
godisgreat@78 good123654 gp437oi gy3yt2rgls h1y4dua229 h2tmc4g358 h9iymxmc hardcor1 hd764nw5d7e1vb1 hd764nw5d7e1vbv hedj2n4q hn261dn
hp189dn hshfd4n279 hv120dv hzgg9umc i05#2vwet!gfco7m ia!vk#s=72q0ujg4 idedevicep0t is211tn itachi1995 jerk921 jg3h4hfn jglo4erz
jhon@ta2011 jne990pq23 jonbm86 joxury8f jtuac3my juninho1999 jwhw6n1742 jzf7qf2e k9vvos0a ka12rm12 kd189nlcih kondom25 krzysiek12
kudos4ever l0sk2e8s7a l0swf9gx l58jkdjp l8g3bkde la%u9e5y2yvuva lg2wmgvr lieve27 ljb4dt7n lk9slwgh3x lp2568cskt ls101vt lsia9dnb9y
lsk8v9sa lt95vv@s ltm9z8xa luzi2005 lv125is lzbs2twz lzhan16889 m!6janlik0mt97 m#xi!rzyvh681=fn m6cjy69u35 m7n56xo madala11 makl1234
mdmnis1u megafon77 mlesp31 mm111qm mm259up mo987vu money4me2 mosquito@13 mountai1 mp127mb ms241cr ms911sc mv943fc mwq6qlzo mxaigtg5
n6mjx7yq@orw n7dj3saa n7td4bjl n8skfswa ncc1701 ndshnx4s nec3520 nemvxyheqdd5oqxyxyzi nessus09 nick1234-rem936 nicrasow212 nihao123
nikey63 nloq_010101 nm310fn ns410fr ns910cv nuaddn9561 number123456789 ny#77g-f o4izdmxu oap9uto293 oc247ngucz odgez8j3 oml47#yw orosie1
ozlq6qwm p3e85tr p9ujkuf36d pa437tu paraklast1974 paula13e pgszt6md phezc419hv pm209mt polniypizdec110211 ppj22we pqnr67w5 productid20f
pt206ps punt0it q4n2jdeh q_ss886004_ qcxdw8ry qmezrxg4 qmpq39zr r3vi3wpass rattolo58 rdgpl3ds rdq5ww4x red7stork rofemya3 rush2112
rvgmw2gl rz93qpmq s!osop8dugdbqech s4xnhsdn s5j1ko6sa s=#et!041maktoez sataniv1993 saun24865709 sb211st sd3lpgdr sd3utre7 sega123
seo21saafd23 setupenu2 sexyred1 sf161pn shithea1 sic8885 sj2323 sk68xzd!3nhy sky!blu3 sn121ma sojdlg123aljg some@1128 sony678 sorboro@14
soso123aljg soso123bbb soso12eec sp1251dn ss6z2sw6lu st123st st801nyl suka1985 suty8yladyhe!a t3fkvkmj tamwsn3sja taqu5yby5e#yba tawny20
tdeir8b2 tdfqugl5 thx1138 tk3281022 tn278sm tojiik85521133 tr2amp25 tv612se u4slpwra u@ely2y6u#ery4 ukqmwhj6 umyzu@apy7ytyq unb4g9ty
up9x8rww uxmdzi4o uxude%u7uqeryg v#jxfpb5_fkh1ahk v6#wnsbldes2!7zg v9actnwqoy$y v@n3$$@7374 v_j#zcws9mji107 vcw19uno3o!p vef6g55frz
vf279sm vhpuulf2k vjq$e5sctxgh vkanan-6 vkfrl#xleq4itfq3 vkizsj6ng*9a vkn&str1 vkn&str1be vko2uk*mgfx5 vlad7788 vladka@250707 vliel@nd02
vmwar33 vnj901id28_!6c75 vo5jpjxh$zxw voetius-1 vpvnx81skqm vqgbshd5bmmw$lup vr265tu vre2nc3z vs310ct vs896ct vsavb7rtui
vsehmydo%3apassword vsp$65dhs*ma vtlsvfmdu!53qkq vtt^17ghkk91y62fa vu$eledara7y!u vu9aga#azapaxa vuje8y%yge8eqa vurdf5i2 vuwpei*xqbo3zfmy
vv127pr vxf$kfg7 vybmtnuvhp4 vypu$u8eqepury vz62wko!_ye vz8&@88*mc w!%jt1ll w!2e3b#pszd9fxav w!d3n3r781 w#6!uamyr1dnzmhc w#ynl2izko4dpy_v
w%5fpass w*7xuaus w03$8j0facy4 w0mbatdrug w0s5974_kwx w1247!a_6mbk5zfd w1408776w w1nk@454 w2dlww3v5p w2lidzi@de w2v6#unk!f1arl4w
w325_n79hjfii6h w3ar3u5 w5z9d.19377$sy3.17378 w6$jeynvn48g w6jdb.13298$5f7.4550 w8hlx#gn w@t^pth0 w@tdog1865 w@terf00d wa6a#yhybyta%u
waj$5d94prxz wash@4718 water#bs6 wawe4a$paf3d2pu waypier51 wbqew5l_1a#7mlxx wd0q#2!qp6z9h=xv wdxwabusc7&b*qdex_6b*5v?e8v we9syaf7c*bu
webequ%ere$a9u wel11209 welc0meer!c wep2qk!21 wewumypywe2y$u wh$m9jksblcg whatnow1 whj*fz6oifx7 whp106 williamnils%5flennart.
williamr%3fbi%5ffredy win!2014 win2003 winslow123 wjc23451 wl!_#1hw97efcla8 wl7320jq!8 wlgq$edds2tf wltfg4ta wn*j3owz wnhz1!qoalp8x7_0
wnmaz7sd wnr2*yolc5nxhfuz wnuap8x woia$cbhuw8k wolki1h%ig wooster427 wordp@$$1 work@100 worldinv@$ion1511 woud@berg39 wovuk$5jy
wpahhy3urt9 wqjk93gwmh$f wr7b8n@cxnmk wrath$01 wsotcom&53rd wsp1025 wtsfjmi7 wu3yta#umylary wuhibaxj4ay wuvamy4y%axe$e wuza3y@u2y4edy
ww%&e4w4 ww3ymb8f$fhr wwr8x9pu wxcvbn741852963 wyckxwu5$gjq wz!yz82skd_#u1v7 x!tus3nc x!wsm6e0u1l#bt72 x$79ymjp x$ahc7u*v23n x&t%$ffalk1
x12!gu8mji_prle x19101992$e x1u6h3ztvl!p_gd x2marc&uvw x2x4357zda#wjd_ x3$d2jdjwwos x3g48i!0wwy1k_p x3o8u!7_y2qv x4ww5qdr x5$rtkpal
x72jhhu3z x7fopm4gwd8zk_!3 x7jtuecktl$q x@18asdf xb$2maq9 xbfa2rt_b1su xbnf*61 xbox360 xbvc#39!dkwkt0_1 xc473tp xd3$g^l[ xd@35x100pr
xdvtdq*jr8pg xe$ujt8nbpyk xe%yxasunehy7u xearoms8upwybts xentp4vizg*h xerriah31 xf9e$aumihwk xfcqr7*5dehy xfj58bme*qd xgrhuei$wk53
xhnhgj8*d4my xiaoyua123 xj28_63y5#1ze!na xjqwz*rtc2jp xk#w65f8v0!ba2ku xk7zz4b xkaw93fubpq xkeb3ual9w*2 xkueswnn1 xm77868!kmx878 xmas200
xo!678kndl_vb#a1 xo4z!ay65tsh9rqe xp230036 xpy$4asgtmy5 xqshzaj$4mov xr8zdz95bwb xs7hs9!sk9 xsvnd4b2 xthrfcjdf&130385 xv9#c5zhb1l34_2o
xvkal12 xvtwj*ks2ho8bu$y xwfedre9*cfw xwzt8t!f$0 xxh!ftc954v_s3j0 xxpa33bq.adna xy8mzxlod!#2vo_w xylo45t xypatujuna2e@a xyzabc98
xzcv@134bn xzjyo9i y!kt4ly1swnv y!u8enady9amu8 y!uryte6agegyq y#_8a2s3nupgjdxu y#adupy$umu5y y#agaxede$u6e y$$wpm87 y$ara3y@yqy3eg
y$e%a#e6a9eluq y$e6a$edu6agyp y$ejehudyvy6e y$exe9e2a2e2am y$u6e7edysy3eq y$upe@awe#e3yp y$uwebype9u#aq y%awu$e@y9adup y%ejudezu6ejer
y%u3e9usysezub y%y@ebegewaga3 y0u8futur3 y0zh81gp y1asfe67_g0f3jo y2o*bm5kvtq6 y2ysate!u6u2ar y3s3c2a0n4$8 y3yqypuve%ytab y4azy$ysu@e8yz
y4c16ph!508w y4ebate2a#a8ym y4o!921_exvpkd73 y5a2ezuje9ate y5ajenu3ary2a y5yzadanure@e y6emygyravagu y6upaqy$uwepel y6y2uvuqehu#el
y6ydeqymavy!ex y7aqu3a6u3u$u y7awugadu#u9e7 y7ebupe6ypyle y7uvagy5ury$e6 y8a#e#eha$e7yz y8ajewuveneqa y8atynuquzuwa y8eduqyraje$uj
y8una$utasy8av y9b0b.1303$hf.611 y9e$u2y3ane#ud y9r@z46omnzf!qy-v99x y9umy$ypu#ejy y9y%aty3epyxuq y9z7jll!yoa3268d y@ame@uhuty2u
y@e#yvexyxa8yh y@kr@622 y@nk3y y@u%aqu8esubug y@u9u4yjutuzej y@uwyvy!yty@u2 y@yladyteru8us y_138!koe5wh9n4q ya@limadad11 yaku*6482
yankeesg%5fdogg yay1nt3rn3ts!2 ybaqa8u7e7ese ybe4enesuxese ybula#u5egemuq ybwjku$xmvuydr4p ybyxa6uhe#yneg ycas1982 yd#!bcgw6p_ik9lo
yd8dthv*ikvxjsn ydapy2y#epanym ydareqyde8a%at ydt$uvscu7am ydu$e8ezuqu#eq ydutu7equ8a#u7 yduzu7y3eqeqa year2005 yehdooriy@n72
yehf@asley271 yestv*95ultq yeti37139 yfa6sd5*4rqk yflsqrf*1953 ygb3_67zm8fa5r0 yge$yguta8y7e ygeduwa6y$udy3 ygu2ete$ajatys ygu6exyhe4aju
ygubyty5e$ubam yguje8y4e6u@ap yguxa4axajy%at ygw*3sjah2w8 yh85bv$a yhaju!y2ewylaj yhe8uqe6enu!ub yhesawutesu2e yhqvzb8 yhyqavy!aqeha2
yip6z5nfb_9o!2lw yja#y@alagety2 yjqxcxsnhv$2*smc yju$u#yvybutu5 yk66o2kzpz yk8$98bkxdcxp ylehujupy#awa2 ylk5$cr ylku*s4tfutv ylvwh$clo@2v
ym3cautj yma2a6u#yhu3az ymaqwz2 ymax@y9mt23 ymeqahe4ubele ymyve!y!ydeve7 yn4*ufzjdo4*oc#u ynajawave$u6y4 ynavunyqy8a#y ynaxy2e7atypa
ync!jfwm7n yne258subs!#$n yne3u8unybunu ynemuhe4a2y#uv yny!e7ejuzadyq yny6ypasu7ymu ynyty@e9elu@ux ynyv5j7g*lwj yo32ka9 yogesh@20
yomon1998 yoshi88 young&r10 young3st yourelt5 yousei*1 yp8cc*e*lm ype#upyruse5ym yqe#e7e4egu8um yqra61b6 yquna4egu6e5e yr7$jiro yr8wdxcq
yranugynu9e9e yraturaqe4e3e yreqebe8ysada yrezejyme3a#a yrhs9fn*tvjk yrume3upelu!ej yry$ymamu4amyt yryna4ehy!asag ysama7uja!unu
ysasa#y5u7emed yse@asujasy2u2 ysg7adqysj53n*vl ysqn*axt5okp ysu9e2exunupa ysymyvy6ybusy ytdxz2ca ytu#yte#abuqu4 ytuma%e7ybe6as
ytytysewapy2u yukon@1992 yul609!pdwivfr3_ yuliaogajo1 yulqbdv5nfj@agh yun@l3sc yv487xw598 yvatu@ela5u6ys yvatudahesu#u5 yvb!6ahcce4fgtbp
yve9uzegyva#a yvji2szg2t%z yvu7ybaqubape yvuremy%eba8u3 yvygu7yda5usu yweh#$712dod yweve4ebuxuvy ywy!y@y4u3yvyp yxy8azyqa$a9yh
yxyrj2bzm6fzw*d yya_m#nnr!dhav24 yz14_xt yz3ndbc*9w$g yz_u0n!z94mi25d yza%usybaha6y3 yza6y9adubadu yzu7u#e2emabam yzy#ubupu6unu8
z!1rsa4j6g9#b8ui z#d3nvew0h!ou_nk z#ji6sk5_3lc01vo z1317z z1@@urat z1yth2um z21u387ords z2yqnw*o z3cn2erv z4kw#xkbn z5w#q7j
z7zo2b5=mf#31ejt z8g749kc z90x_#5tba3o4!ag z@y@ts20892 z_v#49365ckrxlw7 za!roq7_#i9pg48d za$uzety3exu2a zachispro1 zadok77 zafirakis3
zakog&ii*70 zanfan01 zaqe$avyde4uxu zazewu3una%yny zballa24 zbr#vi_c3myf8!z2 ze!uvazyryne3u ze$uqyputeqa6u zegerid@108 zendanfaj25 zep4evr
zezgewqq1x!&amp zf!8fxxhovn3 zg0te19l8w#kf_u3 zhuo2k_1#dpargfg zhzwcf3 zi8flp4h1a ziggs05 zikank@_2010 zim52115 zima1979 zind@gin@205
zinzoe@6 zjswcgjkqm*7 zjy*3irgutcdoanw zk39g0odpopfr zkhh!7!mns zm$k23aihh*4qjec zmrzl1na zmy7d$ytfp znby*2vh zo$qp#u5 zont!123 zooman1
zp$avuamgh9fqubn zp5qmeu*9saa zq48$n9lwxs zq@r$pw8bhgt zqjphsyf6ctifgu zrcue2fc$px4 zstdba*vn6qf ztu3#vyjg zu$u#u8etabata zutamagy@ebu6e
zwertfc5n4n7u6#q zwt2sbzl zy$a9e8uvu!aje zyab72k zyquxyzuhe6e$e zz0rr0zz zz8807zpl zzpge23y$dvr zzr4hxuekwx
`;
