# What Gradescope takes for results.json, of what we write: true, or an error that names the key.
def need(condition; $what): if condition then . else error($what) end;
def has_only($known; $what): need((keys - $known) == []; "\($what) has a key that nobody knows: \(keys - $known)");
def is_text($what): need(type == "string" and length > 0; "\($what) is no text");
def is_shown($what): need(IN("visible", "hidden", "after_due_date", "after_published"); "\($what): who may see it?");

has_only(["score", "output", "visibility", "stdout_visibility", "execution_time", "tests", "leaderboard"]; "the object")
| need((.score | type) == "number" and .score >= 0; "score is no number")
| need((.execution_time // 0 | type) == "number"; "execution_time is no number")
| need(.output | type == "string"; "output is no text")
| (.visibility, .stdout_visibility | is_shown("visibility")) as $_
| need(.tests | type == "array"; "tests is no list")
| . as $all
| [.tests[]
   | has_only(["score", "max_score", "status", "name", "number", "output", "tags", "visibility"]; "a test")
   | need(([.score, .max_score | type] | unique) == ["number"] and .score >= 0 and .score <= .max_score; "a test's score")
   | need(.status | IN("passed", "failed"); "a test's status")
   | need(.number | type == "string" and test("^[0-9]+[.][0-9]+$"); "a test's number")
   | (.name | is_text("a test's name")) as $_ | need(.output | type == "string"; "a test's output")
   | need(.tags | type == "array" and all(type == "string"); "a test's tags")
   | (.visibility | is_shown("a test")) as $_ | .score] as $scores
| need(($scores | add // 0) == .score; "the tests' scores are not the sum")
| need([.leaderboard[] | (.name | is_text("a column")) as $_ | has_only(["name", "value", "order"]; "a column")
        | (.value | type) == "number" and (.order | IN("asc", "desc"))] | all; "leaderboard")
| true
