# What `results` and ../score make of results.json: see there. Each form is one filter.

# --- strangers' text ------------------------------------------------------------------------

# No control characters, and none that begin a line or turn the direction of what follows.
def plain: tostring | explode
    | map(if (. < 32 and . != 10) or (. >= 127 and . < 160) or . == 1564 or . == 8206 or . == 8207
             or (. >= 8232 and . <= 8238) or (. >= 8294 and . <= 8297) or . == 65279
             or . >= 65534 and . <= 65535 then 63 else . end)
    | implode;
def one_line: plain | gsub("\n"; " ");
def html: plain | @html;
def xml: plain | @html | gsub("\n"; "&#10;");
# Where people write full-width letters, a table's program takes such marks for a formula's, too.
def cell: if type == "string" then one_line | if test("^[ ]*[=+@\uff1d\uff0b\uff20\uff0d-]") then "'" + . else . end else . end;
def in_table: one_line | gsub("(?<mark>[\\\\`*_{}\\[\\]<>#|!~@])"; "\\\(.mark)");

# --- one student ----------------------------------------------------------------------------

def mark: if .gold then (if .passed then "gold" else "no gold" end) else "\(.points)/\(.max)" end;

def gradescope:
    {score: .points,
     output: (if .error then "not graded: \(.error | plain)" else "\(.points) of \(.max) points, seed \(.seed)" end),
     visibility: "visible", stdout_visibility: "hidden",
     tests: [.labs[] as $lab | $lab.tasks | to_entries[] | .key as $i | .value
         | {score: .points, max_score: .max, status: (if .passed then "passed" else "failed" end),
            name: "\($lab.lab) \(.task): \(.sentence)", number: "\($lab.lab | split("-")[0] | tonumber).\($i + 1)",
            output: (.message | plain), tags: [$lab.lab, if .gold then "gold" else "core" end],
            visibility: "visible"}],
     leaderboard: [{name: "points", value: .points, order: "desc"},
         {name: "gold", value: ([.labs[].gold // 0] | add // 0), order: "desc"}]}
    | if env.GRADING_SECONDS then . + {execution_time: (env.GRADING_SECONDS | tonumber)} else . end;

def page($title; body):
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><title>\($title | html)</title>\n"
    + "<style>body{font-family:sans-serif;max-width:70em;margin:1em auto;padding:0 1em}"
    + "table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2em .6em;text-align:left;vertical-align:top}"
    + "pre{background:#f4f4f4;padding:.5em;white-space:pre-wrap;overflow-wrap:anywhere;margin:0}"
    + ".no{color:#a00}.bar{background:#48a;height:1em}</style></head>\n<body>\n<h1>\($title | html)</h1>\n"
    + body + "\n</body></html>";
def row(cells): "<tr>" + ([cells | "<td>\(.)</td>"] | add) + "</tr>\n";
def head(names): "<tr>" + ([names | "<th>\(html)</th>"] | add) + "</tr>\n";
def table_of(rows): "<table>\n" + ([rows] | add // "") + "</table>\n";

def student_page:
    page(.name // .source // "results";
        (if .error then "<p class=\"no\">Not graded: \(.error | html)</p>"
         else "<p>\(.points) of \(.max) points, \(.backend) backend, seed \(.seed)</p>" end)
        + ([.labs[] | "<h2>\(.lab | html): \(.points)/\(.max)</h2>\n" + table_of(
            head("task", "points", "verdict"),
            (.tasks[] | row((.sentence | html), mark,
                (if .passed then "passed" else "<pre class=\"no\">\(.message | html)</pre>" end)))) ] | add // ""));

def student_table:
    "### \(.points) of \(.max) points", "",
    "| lab | task | points | verdict |", "|---|---|---|---|",
    (.labs[] as $lab | $lab.tasks[]
     | "| \($lab.lab | in_table) | \(.task | in_table) | \(mark) | \(if .passed then "passed" else (.message | split("\n")[0] | .[:200] | in_table) end) |"),
    "", "seed \(.seed), \(.backend) backend, box: \(.sandbox | in_table)";

# --- a class --------------------------------------------------------------------------------

def labs_of: [.[].labs[].lab] | unique;
def points_in($lab): .labs | map(select(.lab == $lab).points) | first // 0;

def scores_csv:
    labs_of as $labs
    | (["name"] + $labs + ["total", "note"]),
      (.[] | . as $one | [.name] + [$labs[] as $lab | $one | points_in($lab)] + [.points, .error // ""])
    | map(cell) | @csv;

def tasks_csv:
    ["name", "lab", "task", "points", "max", "gold", "passed", "reason", "pattern", "case"],
    (.[] | .name as $name | .labs[].tasks[]
     | [$name, .lab, .task, .points, .max, .gold, .passed, .reason, .pattern, .case])
    | map(cell) | @csv;

# As Jenkins' schema junit-10.xsd has it: a suite has properties, a case has none.
def property($of): "<property name=\"points\($of)\" value=\"\(.points)\"/><property name=\"max\($of)\" value=\"\(.max)\"/>";
def testcases($class):
    "<testcase classname=\"\($class)\" name=\"\(.sentence | xml)\">",
    (if .passed then empty else "<failure message=\"\(.reason | xml)\">\(.message | xml)</failure>" end),
    "</testcase>";
def suite($name; $tasks; $error; cases):
    "<testsuite name=\"\($name)\" tests=\"\($tasks + [$error // empty] | length)\" failures=\"\($tasks | map(select(.passed | not)) | length)\" errors=\"\([$error // empty] | length)\">",
    "<properties>" + property("") + ($tasks | map(property(" of \(.lab | xml) \(.task | xml)")) | add // "") + "</properties>",
    cases,
    (if $error then "<testcase classname=\"\($name)\" name=\"is graded\"><error message=\"\($error | xml)\"/></testcase>" else empty end),
    "</testsuite>";
def in_suites(suites): "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>", suites, "</testsuites>";

def junit: in_suites(
    .[] | (.name | xml) as $name | [.labs[].tasks[]] as $tasks
    | suite($name; $tasks; .error; $tasks[] | testcases("\($name).\(.lab | xml)")));

# --- one tree: see score --------------------------------------------------------------------

def scores_of_one: ([.labs[].lab] + ["total"]), ([.labs[].points] + [.points]) | map(cell) | @csv;

def tasks_of_one:
    ["lab", "task", "points", "max", "gold", "passed", "cases_passed", "cases", "reason", "pattern", "message"] as $columns
    | ($columns, (.labs[].tasks[] | [.[$columns[]]])) | map(cell) | @csv;

def junit_of_one: in_suites(
    .labs[] | (.lab | xml) as $lab | .tasks as $tasks | suite($lab; $tasks; null; $tasks[] | testcases($lab)));

# --- what a class has in common -------------------------------------------------------------

# Of those who handed a lab in: a share of a lab's points is one of ten classes, the last for all of them.
def tenths($max): map(if $max > 0 then ((. * 10 / $max) | floor) else 0 end) as $of
    | [range(11) as $i | $of | map(select(. == $i)) | length];
def middle: sort | if length == 0 then 0 elif length % 2 == 1 then .[length / 2 | floor]
    else (.[length / 2 - 1] + .[length / 2]) / 2 end;
def mean: if length == 0 then 0 else (add / length * 10 | round) / 10 end;

# A row a lab, and one for all.
def distribution:
    . as $all | (labs_of[] as $lab | [$all[].labs[] | select(.lab == $lab)]
        | {lab: $lab, max: .[0].max, points: map(.points)}),
      {lab: "total", max: (map(.max) | max // 0), points: map(.points)}
    | . + {count: (.points | length), mean: (.points | mean), median: (.points | middle)}
    | .max as $max | . + {tenths: (.points | tenths($max))};

def tried: select(.reason != "not-started" and .reason != "missing" and .reason != "no-verdict");

# Cases by how many of those who tried the task fail them.
def hardest:
    [.[].labs[].tasks[] | tried] | group_by([.lab, .task])
    | map(length as $tried | .[0] as $one | [.[].failed[]?] | group_by(.)
        | map({lab: $one.lab, task: $one.task, case: .[0], fail: length, tried: $tried}))
    | add // [] | sort_by([-.fail, .lab, .task, .case]) | .[:20];

# Reasons and patterns by how many they were told to, with the words of one of them.
def messages:
    [.[].labs[].tasks[] | tried | select(.passed | not)] | group_by([.lab, .task, .reason, .pattern])
    | map({lab: .[0].lab, task: .[0].task, why: (.[0].reason + (if .[0].pattern == "" then "" else ": " + .[0].pattern end)),
           count: length, words: (.[0].message | split("\n") | (if .[0] // "" | test("are wrong") then .[-1] else .[0] end) // "" | .[:160])})
    | sort_by([-.count, .lab, .task, .why]) | .[:40];

def summary_text:
    "# The class", "", "\(length) hand-ins, \(map(select(.error)) | length) of them not graded.", "",
    "| lab | handed in | mean | median | of | 0-9 % | ... 10 % each | all |", "|---|---|---|---|---|---|---|---|",
    (distribution | "| \(.lab | in_table) | \(.count) | \(.mean) | \(.median) | \(.max) | \(.tenths[0]) | \(.tenths[1:10] | join(" ")) | \(.tenths[10]) |"),
    "", "## The hardest cases", "",
    (hardest | if length == 0 then "None failed." else .[] | "- \(.fail) of \(.tried) fail \(.case | in_table) of \(.lab | in_table), \(.task | in_table)" end),
    "", "## What they were told", "", "| count | lab | task | why | for example |", "|---|---|---|---|---|",
    (messages[] | "| \(.count) | \(.lab | in_table) | \(.task | in_table) | \(.why | in_table) | \(.words | in_table) |");

def summary_page:
    . as $all | page("The class";
        "<p>\(length) hand-ins, \(map(select(.error)) | length) of them not graded.</p>\n"
        + table_of(head("lab", "handed in", "mean", "median", "of", "from none to all points"),
            (distribution | (.tenths | max) as $most | row((.lab | html), .count, .mean, .median, .max,
                ([.tenths[] | "<div class=\"bar\" style=\"width:\(if $most > 0 then . * 20 / $most else 0 end)em\"></div>\(.)"] | add))))
        + "<h2>The hardest cases</h2>\n<ul>"
        + ([hardest[] | "<li>\(.fail) of \(.tried) fail \(.case | html) of \(.lab | html), \(.task | html)</li>\n"] | add // "")
        + "</ul>\n<h2>What they were told</h2>\n"
        + table_of(head("count", "lab", "task", "why", "for example"),
            (messages[] | row(.count, (.lab | html), (.task | html), (.why | html), (.words | html))))
        + "<h2>Students</h2>\n"
        + table_of(head("name", "points", "note"), ($all[] | row((.name | html), .points, (.error // "" | html)))));
